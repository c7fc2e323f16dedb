import { getTitle } from '#runtime/schema/derive.ts'
import { SlideVerify } from '#runtime/ui/overlay/SlideVerify.tsx'
import type { ControlProps } from '../../contract/contract.ts'

export const SlideVerifyControl = (props: ControlProps<'Y'>) => (
  <SlideVerify
    id={props.id}
    label={getTitle(props.field)}
    isPassed={props.value === 'Y'}
    onPass={() => props.onChange('Y')}
    disabled={props.disabled || props.readOnly}
    autoFocus={props.autoFocus}
    onBlur={props.onBlur}
  />
)
