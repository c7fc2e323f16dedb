import type { ControlProps } from '../contract.ts'
import { MomentControl } from './MomentControl.tsx'

export const DateControl = (props: ControlProps<string>) => <MomentControl {...props} kind="date" />
