// Two fingers make the board larger or smaller.

/** `resize` gets how much larger the board becomes, and the middle of the fingers in the window. */
export function pinch(root, resize) {
  let far = 0;
  const distance = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  root.addEventListener("touchstart", (event) => {
    far = event.touches.length === 2 ? distance(event.touches) : 0;
  }, { passive: true });
  root.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !far) return;
    // The window itself stays as it is.
    event.preventDefault();
    const now = distance(event.touches);
    const [one, other] = event.touches;
    resize(now / far, [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]);
    far = now;
  }, { passive: false });
  root.addEventListener("touchend", () => {
    far = 0;
  });
}
