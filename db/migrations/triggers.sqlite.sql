-- Months of entries, added up.
CREATE TRIGGER monthly_totals_insert AFTER INSERT ON transactions BEGIN
  INSERT INTO monthly_totals (account_id, month, entries, moved_minor) VALUES (NEW.account_id,
      date(NEW.booked_on, 'start of month'), 1, NEW.amount_minor) ON CONFLICT (account_id, month) DO UPDATE
      SET entries = monthly_totals.entries + 1, moved_minor = monthly_totals.moved_minor +
      excluded.moved_minor;
END

CREATE TRIGGER monthly_totals_update AFTER UPDATE OF account_id, booked_on, amount_minor ON transactions
    BEGIN
  UPDATE monthly_totals SET entries = entries - 1, moved_minor = moved_minor - OLD.amount_minor WHERE
      account_id = OLD.account_id AND month = date(OLD.booked_on, 'start of month');
  DELETE FROM monthly_totals WHERE account_id = OLD.account_id AND month = date(OLD.booked_on,
      'start of month') AND entries = 0;
  INSERT INTO monthly_totals (account_id, month, entries, moved_minor) VALUES (NEW.account_id,
      date(NEW.booked_on, 'start of month'), 1, NEW.amount_minor) ON CONFLICT (account_id, month) DO UPDATE
      SET entries = monthly_totals.entries + 1, moved_minor = monthly_totals.moved_minor +
      excluded.moved_minor;
END

CREATE TRIGGER monthly_totals_delete AFTER DELETE ON transactions BEGIN
  UPDATE monthly_totals SET entries = entries - 1, moved_minor = moved_minor - OLD.amount_minor WHERE
      account_id = OLD.account_id AND month = date(OLD.booked_on, 'start of month');
  DELETE FROM monthly_totals WHERE account_id = OLD.account_id AND month = date(OLD.booked_on,
      'start of month') AND entries = 0;
END

-- Nothing changes what an entry of a locked period says.
CREATE TRIGGER locked_insert BEFORE INSERT ON transactions WHEN EXISTS (SELECT 1 FROM locks WHERE account_id
    = NEW.account_id AND released_at IS NULL AND NEW.booked_on BETWEEN period_start AND period_end) BEGIN
  SELECT RAISE(ABORT, 'tieout: period locked');
END

CREATE TRIGGER version_insert AFTER INSERT ON transactions BEGIN
  UPDATE accounts SET version = version + 1 WHERE id = NEW.account_id;
END

CREATE TRIGGER locked_update BEFORE UPDATE OF account_id, booked_on, value_on, amount_minor, currency,
    description ON transactions WHEN (NEW.account_id IS NOT OLD.account_id OR NEW.booked_on IS NOT
    OLD.booked_on OR NEW.value_on IS NOT OLD.value_on OR NEW.amount_minor IS NOT OLD.amount_minor OR
    NEW.currency IS NOT OLD.currency OR NEW.description IS NOT OLD.description) AND (EXISTS (SELECT 1 FROM
    locks WHERE account_id = OLD.account_id AND released_at IS NULL AND OLD.booked_on BETWEEN period_start
    AND period_end) OR EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.account_id AND released_at IS NULL
    AND NEW.booked_on BETWEEN period_start AND period_end)) BEGIN
  SELECT RAISE(ABORT, 'tieout: period locked');
END

-- Without a blank between the two, as in the ledgers that are there.
CREATE TRIGGER version_update AFTER UPDATE OF account_id, booked_on, value_on, amount_minor, currency,
    description ON transactions BEGIN
  UPDATE accounts SET version = version + 1 WHERE id = OLD.account_id;UPDATE accounts SET
      version = version + 1 WHERE id = NEW.account_id;
END

CREATE TRIGGER locked_delete BEFORE DELETE ON transactions WHEN EXISTS (SELECT 1 FROM locks WHERE account_id
    = OLD.account_id AND released_at IS NULL AND OLD.booked_on BETWEEN period_start AND period_end) BEGIN
  SELECT RAISE(ABORT, 'tieout: period locked');
END

CREATE TRIGGER version_delete AFTER DELETE ON transactions BEGIN
  UPDATE accounts SET version = version + 1 WHERE id = OLD.account_id;
END

-- Every balance rests on these.
CREATE TRIGGER locked_opening BEFORE UPDATE OF opening_balance_minor, currency ON accounts WHEN
    (NEW.opening_balance_minor IS NOT OLD.opening_balance_minor OR NEW.currency IS NOT OLD.currency) AND
    EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.id AND released_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'tieout: period locked');
END

-- A change of a row only takes its content away: who did what and when stays.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log WHEN NOT (NOT (NEW.id IS NOT OLD.id) AND NOT
    (NEW.at IS NOT OLD.at) AND NOT (NEW.actor IS NOT OLD.actor) AND NOT (NEW.action IS NOT OLD.action) AND
    NOT (NEW.subject IS NOT OLD.subject) AND NEW.before IS NULL AND NEW.after = '{"forgotten": true}') BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END

CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END

-- One row for each webhook that wants to hear of it; as the event that a row of `imports` is.
CREATE TRIGGER webhooks_import AFTER UPDATE OF status ON imports WHEN (CASE NEW.status WHEN 'needs_review'
    THEN 'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched'
    ELSE '' END) <> (CASE OLD.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed'
    WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched' ELSE '' END) BEGIN
  INSERT INTO deliveries (webhook_id, message_id, event, import_id, created_at, next_try_at, tries) SELECT
      webhooks.id, 'msg_' || lower(hex(randomblob(16))), (CASE NEW.status WHEN 'needs_review' THEN
      'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched'
      ELSE '' END), NEW.id, strftime('%Y-%m-%d %H:%M:%f000', 'now'), strftime('%Y-%m-%d %H:%M:%f000',
      'now'), 0 FROM webhooks WHERE (CASE NEW.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed'
      THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched' ELSE '' END) <> '' AND
      webhooks.events LIKE '%,' || (CASE NEW.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed'
      THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched' ELSE '' END) || ',%';
END

CREATE TRIGGER webhooks_discrepancy AFTER INSERT ON discrepancies BEGIN
  INSERT INTO deliveries (webhook_id, message_id, event, discrepancy_id, lock_id, created_at, next_try_at,
      tries) SELECT webhooks.id, 'msg_' || lower(hex(randomblob(16))), 'discrepancy', NEW.id, NEW.lock_id,
      strftime('%Y-%m-%d %H:%M:%f000', 'now'), strftime('%Y-%m-%d %H:%M:%f000', 'now'), 0 FROM webhooks
      WHERE 'discrepancy' <> '' AND webhooks.events LIKE '%,' || 'discrepancy' || ',%';
END

CREATE TRIGGER webhooks_contradicted AFTER UPDATE OF verdict ON reconciliations WHEN NEW.verdict <>
    OLD.verdict BEGIN
  DELETE FROM deliveries WHERE tries = 0 AND next_try_at IS NOT NULL AND discrepancy_id IS NULL AND lock_id
      IN (SELECT id FROM locks WHERE reconciliation_id = NEW.id);
  INSERT INTO deliveries (webhook_id, message_id, event, lock_id, created_at, next_try_at, tries) SELECT
      webhooks.id, 'msg_' || lower(hex(randomblob(16))), 'discrepancy', locks.id,
      strftime('%Y-%m-%d %H:%M:%f000', 'now'), strftime('%Y-%m-%d %H:%M:%f000', 'now'), 0 FROM webhooks,
      locks WHERE 'discrepancy' <> '' AND webhooks.events LIKE '%,' || 'discrepancy' || ',%' AND OLD.verdict
      = 'matched' AND NEW.verdict <> 'matched' AND locks.reconciliation_id = NEW.id AND locks.released_at IS
      NULL;
END

CREATE TRIGGER webhooks_released AFTER UPDATE OF released_at ON locks WHEN NEW.released_at IS NOT NULL BEGIN
  DELETE FROM deliveries WHERE tries = 0 AND next_try_at IS NOT NULL AND lock_id = NEW.id;
END
