import { Component, type ReactNode } from 'react'
import { retryChunks } from './lazy.tsx'

interface Props {
  /** What stands in the place of what failed. */
  failed(error: unknown, retry: () => void): ReactNode
  /** Another stamp is a new try. */
  stamp?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
  stamp?: string
}

/** Keeps a failure while drawing inside its box: everything around it stays as it is. */
export class Boundary extends Component<Props, State> {
  override state: State = { failure: null, stamp: this.props.stamp }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ stamp }: Props, state: State): Partial<State> | null {
    return stamp === state.stamp ? null : { failure: null, stamp }
  }

  retry = (): void => {
    retryChunks()
    this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.failed(failure.error, this.retry) : this.props.children
  }
}
