export { ChoiceCell as SelectCell } from '../parts/ChoiceCell.tsx'
