import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { SlideVerify } from '../parts/SlideVerify.tsx'

export const SlideVerifyControl = (props: ControlProps<'Y'>) => (
  <SlideVerify
    id={props.id}
    label={titleOf(props.field)}
    isPassed={props.value === 'Y'}
    onPass={() => props.onChange('Y')}
    disabled={props.disabled || props.readOnly}
    autoFocus={props.autoFocus}
    onBlur={props.onBlur}
  />
)
