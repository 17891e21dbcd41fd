"""Files that banks hand out: OFX, QIF, CAMT and MT940."""
