import { ellipsis } from '#runtime/kernel/text/text.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import type { ReferenceSettings } from '#runtime/schema/language/settings.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ControlProps } from '../../contract/contract.ts'
import { joinValues, splitValues } from '../kit/joined-values.ts'
import { PickerInput } from '../kit/picker/PickerInput.tsx'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { usePendingText } from '../kit/text/usePendingText.ts'
import { useReferenceTexts } from '../kit/useReferenceTexts.ts'
import { useDepartSuggest } from './useDepartSuggest.ts'
import { selDepartDict } from './values.ts'

const DepartModal = lazyPart(async () => (await import('./DepartModal.tsx')).DepartModal)
const MAX_TEXT = 25

export function SelDepartControl(props: ControlProps<string, ReferenceSettings>) {
  const { value, onChange, patch, field, readOnly, cell } = props
  const dictCode = field.dictCode ?? selDepartDict
  const text = useReferenceTexts(props as ControlProps<string>, dictCode)
  const pending = usePendingText(props as ControlProps<string>)
  const set = (next: string | null, texts: string | null, step = cell?.newStep()) => {
    pending.end()
    if (step) return step.patch({ [field.key]: next, [dictTextKey(field.key)]: texts })
    onChange(next)
    patch({ [dictTextKey(field.key)]: texts })
  }
  const suggest = useDepartSuggest(dictCode, (key, title, step) => {
    const before = splitValues(value)
    const isAdded = field.multi === true && before.length > 0 && !before.includes(key)
    if (isAdded) set(joinValues([...before, key]), `${text},${title}`, step)
    else set(key, title, step)
  })
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <PickerInput
      {...props}
      text={ellipsis(text, MAX_TEXT)}
      hint={text}
      pending={pending}
      suggest={suggest}
      onClear={() => set(null, null)}
      dialog={(close) => (
        <DepartModal
          dictCode={dictCode}
          isMulti={field.multi === true}
          selected={splitValues(value)}
          onClose={close}
          onSelect={(values, titles) => {
            close()
            set(joinValues(values), titles.join(','))
          }}
        />
      )}
    />
  )
}
