import type { ControlProps } from '../contract.ts'
import { MomentControl } from './MomentControl.tsx'

export const MonthControl = (props: ControlProps<string>) => <MomentControl {...props} kind="month" />
