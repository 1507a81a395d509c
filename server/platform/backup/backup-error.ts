/** A copy that cannot be made, read or taken in; its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
