import { type FormEvent, useState } from 'react'
import { failureText } from './companion-calls.ts'

/** Reason why a form was refused, as text for the user. */
export interface Refusal<Name extends string> {
  /** field to which it belongs; null for the whole form */
  field: Name | null
  words: string
}

interface FormOptions<Name extends string> {
  names: readonly Name[]
  /** Returns why the values are not sent; null if they are. */
  check(values: Readonly<Record<Name, string>>): Refusal<Name> | null
  /** Sends the values. @returns why they were refused; nothing on success */
  send(values: Readonly<Record<Name, string>>): Promise<Refusal<Name> | null | undefined>
  /** Returns the field that caused an error of `send`. */
  fieldOf?(error: unknown): Name | null
}

/** State and submission of a form; a refused form focuses the field, an accepted one is reset. */
export function useForm<Name extends string>({ names, check, send, fieldOf }: FormOptions<Name>) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<Name> | null>(null)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const given = new FormData(form)
    const entries = names.map((name) => [name, String(given.get(name) ?? '')])
    const values = Object.fromEntries(entries) as Record<Name, string>
    let refused = check(values) ?? undefined
    setRefusal(refused ?? null)
    if (!refused) {
      setBusy(true)
      refused =
        (await send(values).catch((error: unknown) => ({
          field: fieldOf?.(error) ?? null,
          words: failureText(error),
        }))) ?? undefined
      setBusy(false)
      if (!refused) return form.reset()
      setRefusal(refused)
    }
    const field = form.elements.namedItem(refused.field ?? '')
    if (field instanceof HTMLElement) field.focus()
  }
  return {
    busy,
    onSubmit,
    refusal,
    /** Returns the words at a field; at the form for null. */
    problemAt: (field: Name | null) => (refusal?.field === field ? refusal.words : null),
    dismiss: () => setRefusal(null),
  }
}
