// Why a file of its own: the button that opens the print view loads nothing else of it.
/** The records of one document; each starts on a page of its own. */
export const MAX_PRINTED_RECORDS = 100
