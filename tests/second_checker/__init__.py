"""A second checker of certificates, written from docs/certificate.md alone: it shares no code."""
