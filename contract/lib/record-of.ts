/** Builds a record with a value for each name, in the order of the names. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  // Avoids an array of entries, because catalogs have a hundred thousand tyres.
  const record = {} as Record<Name, Value>
  for (const name of names) record[name] = make(name)
  return record
}
