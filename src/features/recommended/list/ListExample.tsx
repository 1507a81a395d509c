/** Example of a file with recommended prices, which says that two columns suffice. */
export function ListExample() {
  return (
    <figure className="rrp-example text-14">
      <figcaption>Пример файла</figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">Артикул</th>
            <th scope="col">РРЦ</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>TS12345</td>
            <td>7 990</td>
          </tr>
          <tr>
            <td>R-205551</td>
            <td>8 450,50</td>
          </tr>
        </tbody>
      </table>
      <ListFormats />
    </figure>
  )
}

/** Formats and columns of a file with recommended prices. */
export const ListFormats = () => (
  <p className="text-13 font-normal text-muted">
    Excel или CSV, также в архиве zip. Хватит двух столбцов; «Бренд» и «Действует с» необязательны.
  </p>
)
