/**
 * Header row of a table of numbers.
 * @param names of the columns; '' for the column with the rows' names
 */
export function HeadRow({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) =>
          name === '' ? (
            <td key={name} className="tyre-number" />
          ) : (
            <th key={name} scope="col" className="tyre-number">
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}
