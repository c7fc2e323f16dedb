import type { ControlProps } from '../contract.ts'
import { MomentControl } from './MomentControl.tsx'

export const DatetimeControl = (props: ControlProps<string>) => <MomentControl {...props} kind="datetime" />
