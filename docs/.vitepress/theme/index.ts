import theme from "vitepress/theme";
import "./code.css";
import "./contrast.css";

export default theme;
