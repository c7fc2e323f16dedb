import type { ControlProps } from '../contract.ts'
import { MomentControl } from '../parts/MomentControl.tsx'

export const DatetimeControl = (props: ControlProps<string>) => <MomentControl {...props} kind="datetime" />
