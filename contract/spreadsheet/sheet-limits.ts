/** Limits of one sheet in Excel, which does not open a file beyond them. */
export const MOST_COLUMNS = 16_384
export const MOST_ROWS = 1_048_576

const count = new Intl.NumberFormat('ru-RU')

/** A sheet that Excel could not open; the message is for the person. */
export class SheetTooLarge extends Error {
  override name = 'SheetTooLarge'
  /** with which a server refuses it */
  readonly statusCode = 422
}

/**
 * Refuses a sheet beyond Excel's limits before it is written.
 * @param rows with those of the header
 * @throws SheetTooLarge
 */
export function checkSheetSize(columns: number, rows: number): void {
  if (columns > MOST_COLUMNS)
    throw new SheetTooLarge(
      `Столбцов ${count.format(columns)}, а Excel открывает не больше ${count.format(MOST_COLUMNS)}. Выберите меньше городов либо «Скачать как на экране»: вид «Рынок», «Список» или формат CSV.`,
    )
  if (rows > MOST_ROWS)
    throw new SheetTooLarge(
      `Строк ${count.format(rows)}, а Excel открывает не больше ${count.format(MOST_ROWS)}. Сузьте отбор или скачайте CSV.`,
    )
}
