import type { ControlProps } from '../contract.ts'
import { MomentControl } from '../parts/MomentControl.tsx'

export const YearControl = (props: ControlProps<string>) => <MomentControl {...props} kind="year" />
