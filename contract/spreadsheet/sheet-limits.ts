/** Limits of an Excel sheet; Excel does not open a larger file. */
export const MAX_COLUMNS = 16_384
export const MAX_ROWS = 1_048_576

const count = new Intl.NumberFormat('ru-RU')

/** Error for a sheet that Excel could not open; the message is for the user. */
export class SheetTooLarge extends Error {
  override name = 'SheetTooLarge'
  /** HTTP status of the server's answer to this error */
  readonly statusCode = 422
}

/**
 * Throws if a sheet exceeds Excel's limits; called before the sheet is written.
 * @param rows including the header rows
 * @throws SheetTooLarge
 */
export function checkSheetSize(columns: number, rows: number): void {
  if (columns > MAX_COLUMNS)
    throw new SheetTooLarge(
      `Столбцов ${count.format(columns)}, а Excel открывает не больше ${count.format(MAX_COLUMNS)}. Выберите меньше городов либо «Скачать как на экране»: вид «Рынок», «Список» или формат CSV.`,
    )
  if (rows > MAX_ROWS)
    throw new SheetTooLarge(
      `Строк ${count.format(rows)}, а Excel открывает не больше ${count.format(MAX_ROWS)}. Сузьте отбор или скачайте CSV.`,
    )
}
