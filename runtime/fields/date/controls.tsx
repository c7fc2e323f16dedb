import type { ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { MomentControl } from './MomentControl.tsx'
import { MomentQuery } from './MomentQuery.tsx'

// One chunk, because all of these controls use the same calendar.

type Props = ControlProps<string>

/** Controls by kind. */
export const momentControls = {
  date: (props: Props) => <MomentControl {...props} kind="date" />,
  datetime: (props: Props) => <MomentControl {...props} kind="datetime" />,
  time: (props: Props) => <MomentControl {...props} kind="time" />,
  month: (props: Props) => <MomentControl {...props} kind="month" />,
  year: (props: Props) => <MomentControl {...props} kind="year" />,
}

/** Query controls by kind. */
export const momentQueries = {
  date: (props: QueryControlProps) => <MomentQuery {...props} kind="date" />,
  datetime: (props: QueryControlProps) => <MomentQuery {...props} kind="datetime" />,
  time: (props: QueryControlProps) => <MomentQuery {...props} kind="time" />,
  month: (props: QueryControlProps) => <MomentQuery {...props} kind="month" />,
  year: (props: QueryControlProps) => <MomentQuery {...props} kind="year" />,
}
