"""Who answers: a real endpoint, the offline rules, or a script. Imported at first use."""
