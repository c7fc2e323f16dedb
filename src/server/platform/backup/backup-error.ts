/** A fault that an operator can mend; the command prints its text and exits with 1. */
export class BackupError extends Error {}
