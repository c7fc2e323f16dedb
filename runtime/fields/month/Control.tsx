import type { ControlProps } from '../contract.ts'
import { MomentControl } from '../parts/MomentControl.tsx'

export const MonthControl = (props: ControlProps<string>) => <MomentControl {...props} kind="month" />
