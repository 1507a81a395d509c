import type { NamePart } from './word-diff.ts'

/** Name whose words that the other name does not have are marked, and listed for screen readers. */
export function MarkedName({ parts }: { parts: readonly NamePart[] }) {
  const differing = parts.filter(({ differs }) => differs).map(({ text }) => text)
  return (
    <>
      {parts.map(({ text, differs }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other identity
        return differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
      })}
      {differing.length > 0 && <span className="visually-hidden"> (отличается: {differing.join(', ')})</span>}
    </>
  )
}
