import type { ControlProps } from '../contract.ts'
import { MomentControl } from './MomentControl.tsx'

export const YearControl = (props: ControlProps<string>) => <MomentControl {...props} kind="year" />
