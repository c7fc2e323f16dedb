import { ellipsis } from '../../kernel/text.ts'
import type { ControlProps } from '../contract.ts'
import { useTexts } from '../parts/chosen/texts.ts'
import type { ChosenSettings } from '../parts/chosen-value.ts'
import { dictTextKey } from '../parts/dict-text.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { joinValues, splitValues } from '../parts/multi.ts'
import { PickerInput } from '../parts/picker/PickerInput.tsx'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { selDepartDict } from './value.ts'

const DepartModal = lazyPart(async () => (await import('./DepartModal.tsx')).DepartModal)
const cut = 25

export function SelDepartControl(props: ControlProps<string, ChosenSettings>) {
  const { value, onChange, patch, field, readOnly, onType, autoFocus } = props
  const dictCode = field.dictCode ?? selDepartDict
  const text = useTexts(props as ControlProps<string>, dictCode)
  const set = (next: string | null, texts: string | null) => {
    onChange(next)
    patch({ [dictTextKey(field.key)]: texts })
  }
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <PickerInput
      {...props}
      text={ellipsis(text, cut)}
      hint={text}
      opensAtOnce={onType !== undefined && autoFocus === true}
      onClear={() => set(null, null)}
      dialog={(close) => (
        <DepartModal
          dictCode={dictCode}
          many={field.multi === true}
          picked={splitValues(value)}
          onClose={close}
          onPick={(values, titles) => {
            close()
            set(joinValues(values), titles.join(','))
          }}
        />
      )}
    />
  )
}
