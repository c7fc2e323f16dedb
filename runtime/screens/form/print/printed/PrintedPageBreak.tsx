export const PrintedPageBreak = () => <div className="pro-print-break" />
