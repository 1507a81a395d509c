import { formatSize } from '../../ui/format-size.ts'

/** The largest price list that the server takes. */
const LARGEST = 500 * 1024 * 1024

/** Kinds of files that people take by mistake, as the browser tells them by their names. */
const NO_LIST = /^(?:image|audio|video|font)\/|^application\/pdf$/

/** What of a drop or choice matters here. */
interface Given {
  files: ArrayLike<File>
  /** of a drop: tells directories from files */
  items?: ArrayLike<{ webkitGetAsEntry?(): { isDirectory: boolean } | null }>
}

/** @returns the one file that was given, or why it is not taken */
export function oneFile({ files, items = [] }: Given): File | string {
  if (Array.from(items).some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
    return 'Это папка. Перетащите один файл прайс-листа.'
  }
  if (files.length > 1) return 'Файлов несколько. За один раз загружается один прайс-лист.'
  const file = files[0]
  if (file === undefined) return 'Файла здесь нет. Перетащите файл прайс-листа с компьютера.'
  if (NO_LIST.test(file.type)) {
    return `Файл «${file.name}» — не прайс-лист. Нужен CSV, Excel, XML, YML или JSON.`
  }
  if (file.size === 0) return `Файл «${file.name}» пуст.`
  if (file.size > LARGEST) {
    return `Файл «${file.name}» слишком велик: ${formatSize(file.size)}. Наибольший размер — ${formatSize(LARGEST)}.`
  }
  return file
}
