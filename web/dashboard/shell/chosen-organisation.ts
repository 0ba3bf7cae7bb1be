const key = 'hall.organisation';

let chosen: string | undefined = localStorage.getItem(key) ?? undefined;

/** The id of the organisation that this tab acts for; undefined before one is chosen. */
export const chosenOrganisation = (): string | undefined => chosen;

/** Chosen for this tab at once, and for the tabs that are opened from now on. */
export const chooseOrganisation = (id: string): void => {
  chosen = id;
  localStorage.setItem(key, id);
};
