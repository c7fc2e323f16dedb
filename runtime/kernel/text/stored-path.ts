/** How the path of an uploaded file is written, as the source of a pattern: its folder, a random name, the ending of its type. */
export const STORED_PATH = '[a-z0-9]{1,20}/[0-9a-f]{32}\\.[a-z0-9]{1,5}'

/** The only valid form of a stored path; any other path in a request is not looked up. */
export const storedPath = new RegExp(`^${STORED_PATH}$`)
