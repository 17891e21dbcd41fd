-- Months of entries, added up.
CREATE FUNCTION keep_monthly_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM monthly_totals;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    UPDATE monthly_totals SET entries = entries - 1, moved_minor = moved_minor - OLD.amount_minor WHERE
        account_id = OLD.account_id AND month = date_trunc('month', OLD.booked_on)::date;
    DELETE FROM monthly_totals WHERE account_id = OLD.account_id AND month = date_trunc('month',
        OLD.booked_on)::date AND entries = 0;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO monthly_totals (account_id, month, entries, moved_minor) VALUES (NEW.account_id,
        date_trunc('month', NEW.booked_on)::date, 1, NEW.amount_minor) ON CONFLICT (account_id, month) DO
        UPDATE SET entries = monthly_totals.entries + 1, moved_minor = monthly_totals.moved_minor +
        excluded.moved_minor;
  END IF;
  RETURN NULL;
END $$

CREATE TRIGGER monthly_totals_change AFTER INSERT OR DELETE OR UPDATE OF account_id, booked_on, amount_minor
    ON transactions FOR EACH ROW EXECUTE FUNCTION keep_monthly_totals()

CREATE TRIGGER monthly_totals_truncate AFTER TRUNCATE ON transactions FOR EACH STATEMENT EXECUTE FUNCTION
    keep_monthly_totals()

-- Nothing changes what an entry of a locked period says. The account is waited for: the process that
-- holds it may be about to lock the period.
CREATE FUNCTION refuse_locked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM accounts WHERE id IN (NEW.account_id) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.account_id AND released_at IS NULL AND
        NEW.booked_on BETWEEN period_start AND period_end) THEN
      RAISE EXCEPTION 'tieout: period locked' USING ERRCODE = 'TIE01';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM 1 FROM accounts WHERE id IN (OLD.account_id) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM locks WHERE account_id = OLD.account_id AND released_at IS NULL AND
        OLD.booked_on BETWEEN period_start AND period_end) THEN
      RAISE EXCEPTION 'tieout: period locked' USING ERRCODE = 'TIE01';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.account_id IS DISTINCT FROM OLD.account_id OR NEW.booked_on IS DISTINCT FROM OLD.booked_on OR
      NEW.value_on IS DISTINCT FROM OLD.value_on OR NEW.amount_minor IS DISTINCT FROM OLD.amount_minor OR
      NEW.currency IS DISTINCT FROM OLD.currency OR NEW.description IS DISTINCT FROM OLD.description) THEN
    PERFORM 1 FROM accounts WHERE id IN (OLD.account_id, NEW.account_id) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM locks WHERE account_id = OLD.account_id AND released_at IS NULL AND
        OLD.booked_on BETWEEN period_start AND period_end) OR EXISTS (SELECT 1 FROM locks WHERE account_id =
        NEW.account_id AND released_at IS NULL AND NEW.booked_on BETWEEN period_start AND period_end) THEN
      RAISE EXCEPTION 'tieout: period locked' USING ERRCODE = 'TIE01';
    END IF;
  END IF;
  RETURN NEW;
END $$

CREATE TRIGGER locked_change BEFORE INSERT OR DELETE OR UPDATE OF account_id, booked_on, value_on,
    amount_minor, currency, description ON transactions FOR EACH ROW EXECUTE FUNCTION refuse_locked()

-- Every balance rests on these.
CREATE FUNCTION refuse_locked_opening() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF (NEW.opening_balance_minor IS DISTINCT FROM OLD.opening_balance_minor OR NEW.currency IS DISTINCT FROM
      OLD.currency) AND EXISTS (SELECT 1 FROM locks WHERE account_id = NEW.id AND released_at IS NULL) THEN
    RAISE EXCEPTION 'tieout: period locked' USING ERRCODE = 'TIE01';
  END IF;
  RETURN NEW;
END $$

CREATE TRIGGER locked_opening BEFORE UPDATE OF opening_balance_minor, currency ON accounts FOR EACH ROW
    EXECUTE FUNCTION refuse_locked_opening()

-- Once a statement and not once a row, which would grow with the square of the rows.
CREATE FUNCTION count_entry_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE accounts SET version = version + 1 WHERE id IN (SELECT account_id FROM fresh);
  RETURN NULL;
END $$

CREATE TRIGGER version_insert AFTER INSERT ON transactions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT
    EXECUTE FUNCTION count_entry_insert()

CREATE FUNCTION count_entry_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE accounts SET version = version + 1 WHERE id IN (SELECT account_id FROM gone);
  RETURN NULL;
END $$

CREATE TRIGGER version_delete AFTER DELETE ON transactions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    EXECUTE FUNCTION count_entry_delete()

CREATE FUNCTION count_entry_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE accounts SET version = version + 1 WHERE id IN (SELECT gone.account_id FROM gone JOIN fresh USING
      (id) WHERE fresh.account_id IS DISTINCT FROM gone.account_id OR fresh.booked_on IS DISTINCT FROM
      gone.booked_on OR fresh.value_on IS DISTINCT FROM gone.value_on OR fresh.amount_minor IS DISTINCT FROM
      gone.amount_minor OR fresh.currency IS DISTINCT FROM gone.currency OR fresh.description IS DISTINCT
      FROM gone.description UNION SELECT fresh.account_id FROM gone JOIN fresh USING (id) WHERE
      fresh.account_id IS DISTINCT FROM gone.account_id OR fresh.booked_on IS DISTINCT FROM gone.booked_on
      OR fresh.value_on IS DISTINCT FROM gone.value_on OR fresh.amount_minor IS DISTINCT FROM
      gone.amount_minor OR fresh.currency IS DISTINCT FROM gone.currency OR fresh.description IS DISTINCT
      FROM gone.description);
  RETURN NULL;
END $$

CREATE TRIGGER version_update AFTER UPDATE ON transactions REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION count_entry_update()

CREATE FUNCTION count_account_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE accounts SET version = version + 1 WHERE id = NEW.id;
  RETURN NULL;
END $$

-- A change of a row only takes its content away: who did what and when stays.
CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT (NEW.id IS DISTINCT FROM OLD.id) AND NOT (NEW.at IS DISTINCT FROM OLD.at) AND NOT (NEW.actor IS
        DISTINCT FROM OLD.actor) AND NOT (NEW.action IS DISTINCT FROM OLD.action) AND NOT (NEW.subject IS
        DISTINCT FROM OLD.subject) AND NEW.before IS NULL AND NEW.after::text = '{"forgotten": true}' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only';
END $$

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION
    audit_log_append_only()

-- One row for each webhook that wants to hear of it; as the event that a row of `imports` is.
CREATE FUNCTION owe_import() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO deliveries (webhook_id, message_id, event, import_id, created_at, next_try_at, tries) SELECT
      webhooks.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), (CASE NEW.status WHEN 'needs_review'
      THEN 'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN
      'matched' ELSE '' END), NEW.id, clock_timestamp(), clock_timestamp(), 0 FROM webhooks WHERE (CASE
      NEW.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN
      'matched' WHEN 'done' THEN 'matched' ELSE '' END) <> '' AND webhooks.events LIKE '%,' || (CASE
      NEW.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN
      'matched' WHEN 'done' THEN 'matched' ELSE '' END) || ',%';
  RETURN NULL;
END $$

-- One row for each webhook that wants to hear of it; as the event that a row of `imports` is.
CREATE TRIGGER webhooks_import AFTER UPDATE OF status ON imports FOR EACH ROW WHEN ((CASE NEW.status WHEN
    'needs_review' THEN 'needs_review' WHEN 'failed' THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done'
    THEN 'matched' ELSE '' END) <> (CASE OLD.status WHEN 'needs_review' THEN 'needs_review' WHEN 'failed'
    THEN 'failed' WHEN 'matched' THEN 'matched' WHEN 'done' THEN 'matched' ELSE '' END)) EXECUTE FUNCTION
    owe_import()

CREATE FUNCTION owe_discrepancy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO deliveries (webhook_id, message_id, event, discrepancy_id, lock_id, created_at, next_try_at,
      tries) SELECT webhooks.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'discrepancy', NEW.id,
      NEW.lock_id, clock_timestamp(), clock_timestamp(), 0 FROM webhooks WHERE 'discrepancy' <> '' AND
      webhooks.events LIKE '%,' || 'discrepancy' || ',%';
  RETURN NULL;
END $$

CREATE TRIGGER webhooks_discrepancy AFTER INSERT ON discrepancies FOR EACH ROW EXECUTE FUNCTION
    owe_discrepancy()

CREATE FUNCTION owe_contradicted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM deliveries WHERE tries = 0 AND next_try_at IS NOT NULL AND discrepancy_id IS NULL AND lock_id
      IN (SELECT id FROM locks WHERE reconciliation_id = NEW.id);
  INSERT INTO deliveries (webhook_id, message_id, event, lock_id, created_at, next_try_at, tries) SELECT
      webhooks.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'discrepancy', locks.id,
      clock_timestamp(), clock_timestamp(), 0 FROM webhooks, locks WHERE 'discrepancy' <> '' AND
      webhooks.events LIKE '%,' || 'discrepancy' || ',%' AND OLD.verdict = 'matched' AND NEW.verdict <>
      'matched' AND locks.reconciliation_id = NEW.id AND locks.released_at IS NULL;
  RETURN NULL;
END $$

CREATE TRIGGER webhooks_contradicted AFTER UPDATE OF verdict ON reconciliations FOR EACH ROW WHEN
    (NEW.verdict <> OLD.verdict) EXECUTE FUNCTION owe_contradicted()

CREATE FUNCTION owe_released() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM deliveries WHERE tries = 0 AND next_try_at IS NOT NULL AND lock_id = NEW.id;
  RETURN NULL;
END $$

CREATE TRIGGER webhooks_released AFTER UPDATE OF released_at ON locks FOR EACH ROW WHEN (NEW.released_at IS
    NOT NULL) EXECUTE FUNCTION owe_released()
