/** The error itself, or the first one inside an AggregateError, which a connection to a host of several addresses ends with. */
export const getFirstError = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : error
