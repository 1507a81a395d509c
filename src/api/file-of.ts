/**
 * The file in an answer, with the name that the server gave it. What reads the name is loaded with the first file.
 * @param defaultName if the server gave none
 */
export async function fileOf(response: Response, defaultName: string): Promise<{ file: Blob; name: string }> {
  const file = await response.blob()
  const names = await import('./file-name.ts').catch(() => undefined)
  if (!names) return { file, name: defaultName }
  const name = names.fileNameOf(response.headers.get('content-disposition'))
  return { file, name: name ?? names.safeFileName(defaultName) }
}
