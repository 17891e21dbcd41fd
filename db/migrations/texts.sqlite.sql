CREATE VIRTUAL TABLE line_texts USING fts5 (description, content='lines', content_rowid='id',
    tokenize='trigram')

CREATE TRIGGER line_texts_insert AFTER INSERT ON lines BEGIN
  INSERT INTO line_texts (rowid, description) VALUES (NEW.id, NEW.description);
END

CREATE TRIGGER line_texts_delete AFTER DELETE ON lines BEGIN
  INSERT INTO line_texts (line_texts, rowid, description) VALUES ('delete', OLD.id, OLD.description);
END

CREATE TRIGGER line_texts_update AFTER UPDATE OF id, description ON lines BEGIN
  INSERT INTO line_texts (line_texts, rowid, description) VALUES ('delete', OLD.id, OLD.description);
  INSERT INTO line_texts (rowid, description) VALUES (NEW.id, NEW.description);
END
