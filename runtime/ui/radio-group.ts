/** The role of a group of radio buttons: antd's group passes it on, but its type does not declare it. */
export const radioGroupRole = { role: 'radiogroup' } as const
