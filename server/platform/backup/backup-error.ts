/** Error while writing, reading or restoring a backup. Its message is meant for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
