export { ChoiceCell as RadioCell } from '../parts/ChoiceCell.tsx'
