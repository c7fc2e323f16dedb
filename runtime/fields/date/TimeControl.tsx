import type { ControlProps } from '../contract.ts'
import { MomentControl } from './MomentControl.tsx'

export const TimeControl = (props: ControlProps<string>) => <MomentControl {...props} kind="time" />
