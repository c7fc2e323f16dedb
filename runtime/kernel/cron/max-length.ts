/**
 * The longest text that is read as an expression; also the length of its column. In a module of its own, so that a list
 * with such a column does not load the parser.
 */
export const MAX_CRON_LENGTH = 255
