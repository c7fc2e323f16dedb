interface Props {
  isBusy: boolean
  busyText: string
  children: string
}

/** Stays in the tab order while it is busy. */
export const SubmitButton = ({ isBusy, busyText, children }: Props) => (
  <button type="submit" className="app-submit" aria-disabled={isBusy}>
    {isBusy ? busyText : children}
  </button>
)
