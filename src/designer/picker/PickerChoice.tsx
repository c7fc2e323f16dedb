import { Select } from 'antd'
import { useId, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import type { Companion } from '../api.ts'
import { NewPicker } from './NewPicker.tsx'
import { bindPicker } from './new-picker.ts'
import { usePickers } from './usePickers.ts'

interface Props {
  field: JsonObject
  /** The new pickers that are released with the document. */
  drafts: readonly Companion[]
  /** The keys of the fields of the same list, which a selected record may fill. */
  siblings: ReadonlySet<string>
  /** Changes the field as it is when an answer has come. */
  onUpdate(edit: (present: JsonObject) => JsonObject): void
}

/** The picker of a field: chosen among all, or made from a screen here. */
export function PickerChoice({ field, drafts, siblings, onUpdate }: Props) {
  const { loadScreen, loadPicker } = useDocumentLoader()
  const { notify } = useServices()
  const pickerId = useId()
  const screenId = useId()
  const { pickers, screens, codes } = usePickers()
  // A released picker may still be the companion of the last check.
  const unserved = drafts.flatMap(({ title, body }) => {
    const code = String(body.code)
    return codes.has(code) ? [] : [{ code, title, body }]
  })
  const [screen, setScreen] = useState<ScreenDocument | null>(null)
  const open = async (id: string) => {
    try {
      setScreen((await loadScreen(id)) as ScreenDocument)
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const choose = async (popupCode: string) => {
    try {
      const draft = unserved.find(({ code }) => code === popupCode)?.body as PickerDocument | undefined
      const { fields, returns, source } = draft ?? (await loadPicker(popupCode))
      // The screen of a new picker may not be served yet.
      const sourceFields = await loadScreen('screen' in source ? source.screen : source.report).then(
        (screen) => screen.fields.map(({ key }) => key),
        () => [],
      )
      const picker = { code: popupCode, fields, value: returns?.value, sourceFields }
      const { rebindPicker } = await import('./rebind-picker.ts')
      onUpdate((present) => rebindPicker(present, picker, siblings))
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const code = typeof field.popupCode === 'string' && field.popupCode !== '' ? field.popupCode : undefined
  return (
    <section className="view-design-choice" aria-label="选择窗口">
      <label htmlFor={pickerId}>选择窗口</label>
      <Select
        id={pickerId}
        showSearch
        optionFilterProp="label"
        placeholder="选一个选择窗口"
        value={code}
        options={[...pickers, ...unserved].map((entry) => ({
          value: entry.code,
          label: `${entry.title} ${entry.code}`,
        }))}
        onChange={(popupCode: string) => void choose(popupCode)}
      />
      <label htmlFor={screenId}>或由界面新做一个</label>
      <Select
        id={screenId}
        showSearch
        optionFilterProp="label"
        placeholder="选一个界面"
        value={null}
        options={screens.map(({ id, title }) => ({ value: id, label: `${title} ${id}` }))}
        onChange={(id: string | null) => id !== null && void open(id)}
      />
      {screen && (
        <NewPicker
          screen={{
            id: screen.id,
            title: screen.title,
            fields: screen.fields.map((entry) => ({ ...entry })),
          }}
          codes={codes}
          hint="选中的值写进这个字段，同名的列写进同名的字段；和这个界面一起发布。"
          onClose={() => setScreen(null)}
          onCreated={(plan) => {
            setScreen(null)
            onUpdate(({ multi: _, ...rest }) =>
              bindPicker({ ...rest, ...(plan.isMany && { multi: true }) }, plan, siblings),
            )
          }}
        />
      )}
    </section>
  )
}
