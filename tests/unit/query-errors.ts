import { configure, getConfig } from '@testing-library/dom'

/** What the library itself reads in a wait, beside its published settings. */
interface WaitConfig {
  _disableExpensiveErrorDiagnostics?: boolean
}

/**
 * A query that finds nothing prints the document into its error. A wait throws away the errors of all its attempts but the
 * last, and prints the document into that one itself.
 */
export function shortenErrorsOfWaits(): void {
  const { getElementError } = getConfig()
  configure({
    getElementError: (message, container) => {
      if (!(getConfig() as WaitConfig)._disableExpensiveErrorDiagnostics)
        return getElementError(message, container)
      const error = new Error(message ?? '')
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}
