/** Before every file of tests: what comes later is waited for as long as a machine with other work needs. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
