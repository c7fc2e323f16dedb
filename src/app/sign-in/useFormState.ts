import { type FormEvent, useRef, useState } from 'react'
import { buildFieldError, type FieldErrorState } from './fields/field-error.ts'

/** Returns the problem of a field’s text, or undefined. */
export type Check<N extends string> = (value: string, entered: Record<N, string>) => string | undefined

/** The props of an input: `name`, its error and its handlers; spread them over a TextField. */
interface FieldBinding<N extends string> {
  name: N
  mark: FieldErrorState | undefined
  onChange(): void
}

export interface FormState<N extends string> {
  isBusy: boolean
  of(name: N): FieldBinding<N>
  /** Checks some fields now and marks the invalid ones; the first of them gets the focus. */
  passes(names: readonly N[]): boolean
  entered(): Record<N, string>
  mark(name: N, mark: FieldErrorState): void
  focus(name: N): void
  /** Spread over the form. */
  form: { ref: React.RefObject<HTMLFormElement | null>; onSubmit(event: FormEvent): void; noValidate: true }
}

interface Steps<N extends string> {
  send(entered: Record<N, string>): Promise<void>
  /** The field that shows a refusal, after a preparation such as a new captcha; null: shown elsewhere. */
  place(error: unknown): N | null | Promise<N | null>
}

const names = <N extends string>(checks: Record<N, Check<N>>) => Object.keys(checks) as N[]

/**
 * A headless form: inputs keep their own text, an invalid input shows its error and gets the focus.
 * Checked are those fields of `checks`, in their order, that the form shows.
 */
export function useFormState<N extends string>(
  checks: Record<N, Check<N>>,
  { send, place }: Steps<N>,
): FormState<N> {
  const ref = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [marks, setMarks] = useState<Partial<Record<N, FieldErrorState>>>({})

  const input = (name: N) => ref.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const entered = () =>
    Object.fromEntries(names(checks).map((name) => [name, input(name)?.value ?? ''])) as Record<N, string>
  // After the next paint, for a field that has only just appeared.
  const focus = (name: N) =>
    void setTimeout(() => {
      input(name)?.focus()
      input(name)?.select()
    })
  const mark = (name: N, mark: FieldErrorState) => setMarks((before) => ({ ...before, [name]: mark }))

  const passes = (fields: readonly N[]) => {
    const all = entered()
    const faults = fields.filter(input).map((name) => [name, checks[name](all[name], all)] as const)
    const wrong = faults.flatMap(([name, text]) => (text === undefined ? [] : [{ name, mark: { text } }]))
    setMarks((before) => ({
      ...before,
      ...Object.fromEntries(fields.map((name) => [name, wrong.find((entry) => entry.name === name)?.mark])),
    }))
    if (wrong[0]) focus(wrong[0].name)
    return wrong.length === 0
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current || !passes(names(checks))) return
    busy.current = true
    setBusy(true)
    try {
      await send(entered())
    } catch (error) {
      const name = await place(error)
      if (name === null) return
      mark(name, buildFieldError(error))
      focus(name)
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    of: (name) => ({
      name,
      mark: marks[name],
      onChange: () => setMarks((before) => (before[name] ? { ...before, [name]: undefined } : before)),
    }),
    passes,
    entered,
    mark,
    focus,
    form: { ref, onSubmit: (event) => void onSubmit(event), noValidate: true },
  }
}

/** Blanks alone count as empty. */
export const required =
  (text: string) =>
  (value: string): string | undefined =>
    value.trim() === '' ? text : undefined
