import type { ListRow } from '#runtime/data/list-source.ts'
import { ellipsis } from '#runtime/kernel/text/text.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { PickedReferenceSettings } from '#runtime/schema/language/settings.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import type { CellStep, ControlProps } from '../../../contract/contract.ts'
import { joinValues, splitValues } from '../joined-values.ts'
import { PickerModal } from '../picker/dialog/lazy-modal.ts'
import { PickerInput } from '../picker/PickerInput.tsx'
import type { ReturnedKeys } from '../picker/plan.ts'
import { useRecordSuggest } from '../picker/suggest/suggest.ts'
import { ReadOnlyText } from '../text/ReadOnlyText.tsx'
import { usePendingText } from '../text/usePendingText.ts'
import { useReferenceTexts } from '../useReferenceTexts.ts'

const MAX_TEXT = 25
const joinColumn = (rows: readonly ListRow[], key: string): string | null =>
  joinValues(rows.map((row) => String(row[key] ?? '')))

const joinTexts = (rows: readonly ListRow[], key: string): string =>
  rows.map((row) => String(row[key] ?? '').replaceAll(',', '，')).join(',')

interface Props extends ControlProps<string, PickedReferenceSettings> {
  /** The code of the picker, and the dictionary of its texts. */
  code: string
  dictCode: string
  /** Further keys that the picked records fill; an empty list clears them. */
  fill?(rows: readonly ListRow[]): Record<string, unknown>
}

/** Shows texts and stores keys; a picker selects the records. */
export function ReferenceControl({ code, dictCode, fill = () => ({}), ...props }: Props) {
  const { value, onChange, patch, field, readOnly, cell } = props
  const text = useReferenceTexts(props as ControlProps<string>, dictCode)
  const pending = usePendingText(props as ControlProps<string>)
  const set = (
    next: string | null,
    texts: string | null,
    ids: string | null,
    rows: readonly ListRow[],
    step = cell?.newStep(),
  ) => {
    pending.end()
    const others = {
      [dictTextKey(field.key)]: texts,
      ...(field.idField && { [field.idField]: ids }),
      ...fill(rows),
    }
    if (step) return step.patch({ [field.key]: next, ...others })
    onChange(next)
    patch(others)
  }
  const select = (rows: readonly ListRow[], returns: ReturnedKeys, step?: CellStep) =>
    set(
      joinColumn(rows, returns.value),
      joinTexts(rows, returns.text),
      joinColumn(rows, returns.id),
      rows,
      step,
    )
  const suggest = useRecordSuggest(code, (row, returns, step) => {
    const key = String(row[returns.value] ?? '')
    const before = splitValues(value)
    // The ids and destinations of several records are only known to the picker.
    const isAdded = field.multi === true && before.length > 0 && !before.includes(key) && !field.idField
    if (!isAdded) return select([row], returns, step)
    set(joinValues([...before, key]), `${text},${joinTexts([row], returns.text)}`, null, [row], step)
  })
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <PickerInput
      {...props}
      field={field as FieldOf<PickedReferenceSettings>}
      text={ellipsis(text, MAX_TEXT)}
      hint={text}
      pending={pending}
      suggest={suggest}
      onClear={() => set(null, null, null, [])}
      dialog={(close, typedText) => (
        <PickerModal
          typedText={typedText}
          code={code}
          many={field.multi === true}
          selected={splitValues(value)}
          title={getTitle(field)}
          onClose={close}
          onSelect={(rows: ListRow[], returns: ReturnedKeys) => {
            close()
            select(rows, returns)
          }}
        />
      )}
    />
  )
}
