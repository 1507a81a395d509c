/** Error while writing, reading or restoring a backup; its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
