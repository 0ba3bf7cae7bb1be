/** Whether the room's metadata, which Hall writes, says that a recorder is at work. */
export const isRecorded = (metadata: string | undefined): boolean => {
  try {
    const said: unknown = JSON.parse(metadata ?? '');
    return typeof said === 'object' && said !== null && Reflect.get(said, 'recorded') === true;
  } catch {
    return false;
  }
};
