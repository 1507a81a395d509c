/**
 * Value of a parameter or column. Statements are portable SQL that runs on both engines. The holes of a template are its
 * parameters: sql.run`DELETE FROM sites WHERE id = ${id}`.
 */
export type SqlValue = string | number | null | Uint8Array

/** Text with `?` for each parameter, or the strings of a template whose holes are the parameters. */
export type SqlText = string | TemplateStringsArray

/** Parameter of a statement, or a part of its text. */
export type SqlHole = SqlValue | SqlPart

/** Part of a statement with its parameters: a condition, a list of columns. */
export class SqlPart {
  readonly text: string
  readonly values: readonly SqlValue[]

  constructor(text: string, values: readonly SqlValue[] = []) {
    this.text = text
    this.values = values
  }
}

/** Returns a part of a statement, whose holes are parameters and other parts: part`id = ${id}`. */
export const part = (texts: TemplateStringsArray, ...holes: readonly SqlHole[]): SqlPart =>
  new SqlPart(...statementOf(texts, holes))

/** Texts of templates without parts, by their strings: each template of the program has its own. */
const known = new WeakMap<TemplateStringsArray, string>()

/** Returns the text of a statement with `?` for each parameter, and the parameters. */
export function statementOf(sql: SqlText, holes: readonly SqlHole[]): [text: string, values: SqlValue[]] {
  if (typeof sql === 'string') return [sql, holes as SqlValue[]]
  if (!holes.some((hole) => hole instanceof SqlPart)) {
    const text = known.get(sql) ?? sql.join('?')
    known.set(sql, text)
    return [text, holes as SqlValue[]]
  }
  const texts = holes.map((hole, at) => `${hole instanceof SqlPart ? hole.text : '?'}${sql[at + 1]}`)
  const values = holes.flatMap((hole) => (hole instanceof SqlPart ? hole.values : [hole]))
  return [`${sql[0]}${texts.join('')}`, values]
}

/** Returns the assignments of an UPDATE: 'name = ?, …'. */
export const assignments = (change: Readonly<Record<string, SqlValue>>): SqlPart =>
  new SqlPart(
    Object.keys(change)
      .map((name) => `${name} = ?`)
      .join(', '),
    Object.values(change),
  )

/** Returns columns and values of an INSERT: '(name, …) VALUES (?, …)'. */
export const newRow = (row: Readonly<Record<string, SqlValue>>): SqlPart => {
  const names = Object.keys(row)
  return new SqlPart(`(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, Object.values(row))
}

/** Returns the WHERE clause for columns that must have a value, without those for which it is null. */
export function whereEqual(wanted: Readonly<Record<string, SqlValue>>): SqlPart {
  const used = Object.entries(wanted).filter(([, value]) => value !== null)
  const conditions = used.map(([column]) => `${column} = ?`).join(' AND ')
  return used.length === 0
    ? part``
    : new SqlPart(
        `WHERE ${conditions}`,
        used.map(([, value]) => value),
      )
}
