import { useEffect, useRef, useState } from 'react'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import type { PublicFormView, PublicReceipt } from '#runtime/schema/kinds/screen/public/view.ts'
import { buildFieldError, type FieldErrorState } from '../sign-in/fields/field-error.ts'
import { findReason } from '../sign-in/reasons.ts'
import { loadForm, readMemory, remember, sendForm } from './calls.ts'
import {
  type Decide,
  hasConditions,
  initialText,
  isNeeded,
  isVisible,
  type Texts,
  toValue,
} from './field-texts.ts'

type Faults = Readonly<Record<string, string>>

/** The texts of an open form, and sending them: first the check of this page, then the bot check, then the server. */
export function useSubmission(id: string, view: PublicFormView, onDone: (receipt: PublicReceipt) => void) {
  const { fields } = view
  const stored = useRef(readMemory(id))
  const visit = useRef(stored.current.visit ?? view.visit ?? '')
  const ticket = useRef<string | null>(null)
  const [texts, setTexts] = useState<Texts>(() => ({
    ...Object.fromEntries(fields.map((field) => [field.key, initialText(field)])),
    ...stored.current.texts,
  }))
  const [faults, setFaults] = useState<Faults>({})
  const [fault, setFault] = useState<FieldErrorState | null>(null)
  /** The number of the slider that is shown; another number is another slider. */
  const [slider, setSlider] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)

  const [decide, setDecide] = useState<Decide>(null)
  useEffect(() => {
    if (!hasConditions(fields)) return
    import('./conditions.ts').then(
      (conditions) => setDecide(() => conditions.decide),
      // Without the code every field is shown; the server decides.
      () => setDecide(() => () => undefined),
    )
  }, [fields])

  const visible = fields.filter((field) => isVisible(field, fields, texts, decide))
  const mark = (next: Faults) => {
    setFaults(next)
    const first = visible.find(({ key }) => next[key] !== undefined)
    if (first) setTimeout(() => form.current?.querySelector<HTMLElement>(`[name="${first.key}"]`)?.focus())
  }

  const fail = async (error: unknown) => {
    const reason = findReason(error)
    if (reason === 'TICKET_MISSING') {
      ticket.current = null
      setSlider((number) => number + 1)
      return
    }
    const problems = listProblems(error)
    if (problems.length > 0) {
      mark(Object.fromEntries(problems.map(({ path, text }) => [path.split('/')[1] ?? '', text])))
      const others = problems.find(({ path }) => !visible.some(({ key }) => path === `/${key}`))
      setFault(others ? { text: others.text } : null)
      return
    }
    if (reason === 'PUBLIC_FORM_STALE') {
      const fresh = await loadForm(id).catch(() => null)
      visit.current = fresh?.visit ?? ''
      remember(id, { texts })
    }
    setFault(
      error instanceof AppError ? buildFieldError(error) : { text: '网络不通，内容还在，请再提交一次。' },
    )
  }

  const send = async (proof: string) => {
    ticket.current = proof
    setBusy(true)
    setFault(null)
    remember(id, { texts, visit: visit.current })
    try {
      const values = Object.fromEntries(
        visible.map((field) => [field.key, toValue(field, texts[field.key] ?? '')]),
      )
      const website = trap.current?.value ?? ''
      onDone(await sendForm(id, { visit: visit.current, ticket: proof, website, values }))
    } catch (error) {
      await fail(error)
    } finally {
      setBusy(false)
    }
  }

  const submit = () => {
    if (isBusy) return
    setFault(null)
    const missing = visible.filter(
      (field) => isNeeded(field, fields, texts, decide) && toValue(field, texts[field.key] ?? '') === null,
    )
    mark(Object.fromEntries(missing.map(({ key, title }) => [key, `请填写${title}`])))
    if (missing.length > 0) return
    if (ticket.current !== null) void send(ticket.current)
    else setSlider((number) => number + 1)
  }

  const change = (key: string, text: string) => {
    const next = { ...texts, [key]: text }
    setTexts(next)
    setFaults(({ [key]: _, ...others }) => others)
    remember(id, { ...readMemory(id), texts: next })
  }

  return { texts, decide, faults, fault, slider, isBusy, form, trap, submit, change, send }
}
