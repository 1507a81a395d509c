import { formatSize } from '../../../contract/lib/format-size.ts'

/** Maximum size of a price list in bytes; the server has the same limit. */
const LARGEST = 500 * 1024 * 1024

/** MIME types of files that people choose by mistake. Browsers derive the type from the file name. */
const NO_LIST = /^(?:image|audio|video|font)\/|^application\/pdf$/

/** Names of such files, where the type is unknown. */
const NO_LIST_NAME = /\.(?:jpe?g|png|gif|heic|webp|pdf|docx?|mp[34]|mov)$/i

/** Properties of a drop event or file input that are used here. */
interface Given {
  files: ArrayLike<File>
  /** items of a drop event, which distinguish directories from files */
  items?: ArrayLike<{ webkitGetAsEntry?(): { isDirectory: boolean } | null }>
}

/** Returns the file, or the reason why it is not accepted. */
export function oneFile({ files, items = [] }: Given): File | string {
  if (Array.from(items).some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
    return 'Это папка. Перетащите один файл прайс-листа.'
  }
  if (files.length > 1) return 'Файлов несколько. За один раз загружается один прайс-лист.'
  const file = files[0]
  if (file === undefined) return 'Файла здесь нет. Перетащите файл прайс-листа с компьютера.'
  if (NO_LIST.test(file.type) || NO_LIST_NAME.test(file.name)) {
    return `Файл «${file.name}» — не прайс-лист. Нужен CSV, Excel, XML, YML или JSON.`
  }
  if (file.size === 0) return `Файл «${file.name}» пуст.`
  if (file.size > LARGEST) {
    return `Файл «${file.name}» слишком велик: ${formatSize(file.size)}. Наибольший размер — ${formatSize(LARGEST)}.`
  }
  return file
}
