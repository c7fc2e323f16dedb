/** The roles of the demonstration; documents propose what they may do. */
export const demoRoles = [
  { code: 'clerk', name: '采编员' },
  { code: 'reader', name: '典藏员' },
] as const
