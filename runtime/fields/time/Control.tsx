import type { ControlProps } from '../contract.ts'
import { MomentControl } from '../parts/MomentControl.tsx'

export const TimeControl = (props: ControlProps<string>) => <MomentControl {...props} kind="time" />
